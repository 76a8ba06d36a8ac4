/**
 * Writes a value in one line. JSON is valid YAML, except for characters that YAML does not allow unescaped.
 */
export const yamlLine = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
