/** Returns the text as one argument of a POSIX shell, in quotes. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Returns the text as one argument of a POSIX shell, in quotes only where the shell needs them. */
export const shellWord = (text: string): string => (/^[\w./:@=,+-]+$/.test(text) ? text : shellQuoted(text))
