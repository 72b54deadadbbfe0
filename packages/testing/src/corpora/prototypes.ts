/**
 * JSON bodies that try to change the prototype of all objects, or fields that no form has. Each name that they would add
 * contains "polluted", "isAdmin", "userId" or "isEmailVerified".
 */
export const prototypeBodies: readonly string[] = [
  '{"__proto__":{"polluted":true}}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"constructor":{"prototype":{"isAdmin":true}},"__proto__":{"isAdmin":true}}',
  '{"prototype":{"polluted":true}}',
  '{"__proto__":null}',
  '{"__proto__":[]}',
  '{"__proto__":"polluted"}',
  '{"__pro__proto__to__":{"polluted":true}}',
  '{"\\u005f_proto__":{"polluted":true}}',
  '{"__proto__.polluted":true}',
  '{"constructor.prototype.polluted":true}',
  '{"__proto__":{"__proto__":{"polluted":true}}}',
  '{"a":{"__proto__":{"polluted":true}}}',
  '{"toString":"polluted","valueOf":"polluted","hasOwnProperty":"polluted"}',
  '{"toJSON":"polluted","then":"polluted"}',
  '{"__defineGetter__":"polluted","__lookupSetter__":"polluted"}',
  '{"isAdmin":true,"isEmailVerified":true}',
  '{"userId":"polluted","_id":"polluted","id":"polluted"}',
  '{"$set":{"isAdmin":true},"$setOnInsert":{"userId":"polluted"}}',
];

/** Queries with the same intent, without their question mark. */
export const prototypeQueries: readonly string[] = [
  '__proto__[polluted]=true',
  '__proto__.polluted=true',
  '__proto__=polluted',
  'constructor[prototype][polluted]=true',
  'constructor.prototype.polluted=true',
  '__proto__[isAdmin]=true',
  'a[__proto__][polluted]=true',
  'toString=polluted&hasOwnProperty=polluted',
  '__proto__[]=polluted',
  '%5F%5Fproto%5F%5F[polluted]=true',
];
