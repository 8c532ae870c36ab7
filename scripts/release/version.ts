const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

/**
 * Whether a version of Semantic Versioning comes after another. A release has three numbers and nothing else, such as 0.2.0.
 * @throws Error if one of them has another form
 */
export function isAfter(version: string, other: string): boolean {
  const [numbers, others] = [numbersOf(version), numbersOf(other)]
  const different = numbers.findIndex((number, index) => number !== others[index])
  return different >= 0 && numbers[different]! > others[different]!
}

function numbersOf(version: string): number[] {
  const numbers = VERSION.exec(version)?.slice(1)
  if (!numbers) throw new Error(`${version} is no version of three numbers, such as 0.2.0`)
  return numbers.map(Number)
}
