import { useQuery } from '@tanstack/react-query';
import { ModelCard } from '../../features/model/components/model-card.tsx';
import { modelUsageQuery, useTestModel } from '../../features/scan/api/model.ts';
import { ModelTestButton } from '../../features/scan/components/model-test.tsx';

/** Connects a model, and tests the connection after each change. */
export function ModelSection({ isAdmin }: { readonly isAdmin: boolean }) {
  const { data: usage } = useQuery(modelUsageQuery);
  const test = useTestModel();
  return (
    <ModelCard isAdmin={isAdmin} usage={usage} test={<ModelTestButton test={test} />} onChanged={() => test.mutate()} />
  );
}
