/** Converts `RefStock of 25 characters` to `ref-stock-of-25-characters`. */
export const kebabCase = (words: string): string =>
  words
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`)
    .replaceAll(' ', '-')
    .toLowerCase()
