import { fieldErrors, messageOf } from '../lib/api-error.ts';
import { sentence } from '../lib/format.ts';
import styles from './form-problem.module.css';

/** Why a form could not be sent, next to its button. Empty if the error names fields, which show their own messages. */
export function FormProblem({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined || Object.keys(fieldErrors(error)).length > 0) return null;
  return (
    <p className={styles.problem} role="alert">
      {sentence(messageOf(error))}
    </p>
  );
}
