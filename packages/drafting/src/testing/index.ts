export { oneOf } from './drafter-contract.ts';
