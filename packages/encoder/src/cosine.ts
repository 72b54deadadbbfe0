/** How similar two vectors are in direction, from -1 to 1; 0 if one of them has no direction. */
export function cosine(a: Int8Array, b: Int8Array): number {
  let product = 0;
  let lengthA = 0;
  let lengthB = 0;
  for (const [index, x] of a.entries()) {
    const y = b[index] ?? 0;
    product += x * y;
    lengthA += x * x;
    lengthB += y * y;
  }
  return product === 0 ? 0 : product / Math.sqrt(lengthA * lengthB);
}
