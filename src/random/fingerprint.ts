/**
 * A short text that differs when the lines do: 64 bits of FNV-1a in base 36. It salts entity tags and guards nothing, so a
 * cryptographic hash would buy nothing. Empty for no lines.
 */
export const fingerprint = (lines: readonly string[]): string => {
  if (lines.length === 0) return ''
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(lines.join('\n'))) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  }
  return hash.toString(36)
}
