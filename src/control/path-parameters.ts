/** Descriptions of path parameters. */
const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  world: 'Name of the world',
  snapshot: 'Name of the snapshot',
  fault: 'Id of the fault rule, e.g. `f1`',
  delivery: 'Id of the delivery, e.g. `d1`',
  mail: 'Id of the mail, e.g. `m1`',
  n: 'Number of the exchange in the journal',
}

/** Returns the names of a path's parameters, in order. */
export const pathParameterNames = (path: string): string[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)

/** Returns the sentence that says what a parameter of a path is. */
export const pathParameterText = (name: string): string => PATH_PARAMETERS[name] ?? name
