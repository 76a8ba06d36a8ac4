/** Decodes a percent-encoded text; returns a malformed one unchanged. */
export const decodedUri = (text: string): string => {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
