const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
/** Letters that share a value: the first group counts 1, the last 9. */
const GROUPS = ['AJ', 'BKS', 'CLT', 'DMU', 'ENV', 'FW', 'GPX', 'HY', 'RZ']

const worth = (letter: string): number =>
  /\d/.test(letter) ? Number(letter) : GROUPS.findIndex((group) => group.includes(letter)) + 1

/** Returns whether the letters are those of ISO 3779: neither I nor O nor Q. */
export const hasVinLetters = (vin: string): boolean => /^[A-HJ-NPR-Z0-9]*$/.test(vin)

/** Returns whether position 9 holds the check digit of the North American rule. */
export const hasCheckDigit = (vin: string): boolean => {
  const sum = [...vin].reduce((total, letter, at) => total + worth(letter) * (WEIGHTS[at] ?? 0), 0)
  return vin[8] === (sum % 11 === 10 ? 'X' : String(sum % 11))
}
