/** Decodes the percent-encoded letters of a text; one that is not well encoded stays as it is. */
export const decodedUri = (text: string): string => {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
