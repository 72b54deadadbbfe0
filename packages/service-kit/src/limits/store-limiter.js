// The library exports its limiters over stores, but not their base, which a store of one's own extends.
export { default as StoreLimiter } from 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js';
