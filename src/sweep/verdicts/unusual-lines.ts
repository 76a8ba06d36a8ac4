/** Returns a line without numbers that differ between runs, such as ports, times and ids; a status stays. */
const shapeOf = (line: string): string => line.replaceAll(/\d+(?:[.:]\d+)+|\d{4,}|0x[\da-f]+/gi, '#').trim()

/** Returns the lines of an output that the undisturbed run does not print. */
export const unusualLines = (output: string, usual: string): string => {
  const shapes = new Set(usual.split('\n').map(shapeOf))
  return output
    .split('\n')
    .filter((line) => !shapes.has(shapeOf(line)))
    .join('\n')
}
