// Scaling a vector to unit length, for all embedders alike.

/**
 * The vector divided by its Euclidean length, in 32 bits; all zero where that length is zero.
 * Sums run in the order of the places, in 64 bits, so that equal input gives equal bits.
 */
export function scaleToUnit(vector: Float64Array): Float32Array {
  const largest = vector.reduce((highest, value) => Math.max(highest, Math.abs(value)), 0);
  if (largest === 0) return new Float32Array(vector.length);
  // Divided by the largest first: squares of very small numbers are no longer told from zero.
  let squares = 0;
  for (const value of vector) {
    const share = value / largest;
    squares += share * share;
  }
  const length = Math.sqrt(squares);
  return Float32Array.from(vector, (value) => value / largest / length);
}
