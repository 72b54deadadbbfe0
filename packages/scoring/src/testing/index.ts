export { faults, runModel, sentPosts } from './model-world.ts';
export type { RunFigures } from './model-world.ts';
export { longPosts } from './sandbox-posts.ts';
export { business, buyer, hostile, post, seller, stranger } from './posts.ts';
export { noVectors, vectorsOf } from './vectors.ts';
