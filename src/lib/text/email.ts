/** True for an e-mail address: one `@` with text on both sides, 254 characters at most. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 254
