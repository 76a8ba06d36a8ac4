/** Made by the build. */
declare module 'playa:embedded-files' {
  /** Files by their path in the package; those with the ending `.br` are compressed. */
  export const embeddedFiles: Readonly<Record<string, ArrayBuffer | undefined>>
  /** Version of the package. */
  export const packageVersion: string
}
