/** Made by the bundler: files of the package by path, compressed with Brotli. */
declare module 'playa:embedded-files' {
  export const embeddedFiles: Readonly<Record<string, ArrayBuffer | undefined>>
}
