import { allServices } from '@earshot/all-in-one/services';
import { until } from '@earshot/core/testing';
import { mongoForTests } from '@earshot/testing';
import { describeWhen } from '@earshot/testing/describe-when';
import { expect, it } from '@jest/globals';
import { liveFully } from '../../src/full-life.ts';
import { startProduct } from '../../src/product.ts';
import { collectionsWith } from '../../src/traces.ts';

await describeWhen('DELETE /api/auth/user over MongoDB', { servers: ['mongo'] }, () => {
  it('leaves nothing of the account in any collection', async () => {
    const mongo = await mongoForTests();
    const product = await startProduct({
      mongo: mongo.url,
      settings: { SANDBOX_REQUESTS_PER_MINUTE: '100000' },
    });
    try {
      const gone = await liveFully(product);
      const left = () => collectionsWith(product, allServices, [gone.id, gone.email]);
      expect(await left()).not.toEqual([]);
      await gone.visitor.confirm();
      expect((await gone.visitor.ask('/api/auth/user', { method: 'DELETE' })).status).toBe(204);
      await until('clean collections', async () => (await left()).length === 0);
    } finally {
      await product.stop();
      await mongo.stop();
    }
  });
});
