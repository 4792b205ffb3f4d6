/** Reflected polynomial of CRC-32. */
const POLYNOMIAL = 0xedb88320

/** Linear map over 32 bits, stored as the image of every bit. */
type BitMatrix = Uint32Array

/**
 * Computes the CRC-32 of two joined pieces from the CRC-32 of each and the length of the second, as in zlib's
 * crc32_combine. Appending zeros is a linear map, which is applied by repeated squaring.
 */
export function combineCrc32(first: number, second: number, secondLength: number): number {
  let crc = first
  let remainingLength = secondLength
  // The map of one zero byte is the map of one zero bit, squared three times.
  let zeros = squareMatrix(squareMatrix(squareMatrix(createZeroBitMatrix())))
  while (remainingLength > 0) {
    if (remainingLength % 2 === 1) crc = multiply(zeros, crc)
    remainingLength = Math.floor(remainingLength / 2)
    if (remainingLength > 0) zeros = squareMatrix(zeros)
  }
  return (crc ^ second) >>> 0
}

function createZeroBitMatrix(): BitMatrix {
  return Uint32Array.from({ length: 32 }, (_, bit) => (bit === 0 ? POLYNOMIAL : 2 ** (bit - 1)))
}

function multiply(matrix: BitMatrix, vector: number): number {
  let sum = 0
  for (let bit = 0; bit < 32; bit++) if (((vector >>> bit) & 1) === 1) sum ^= matrix[bit] ?? 0
  return sum >>> 0
}

function squareMatrix(matrix: BitMatrix): BitMatrix {
  return matrix.map((image) => multiply(matrix, image))
}
