/** Returns the digits of a phone, because how one is written in answers is open. */
export const digitsOf = (phone: unknown): string => String(phone ?? '').replace(/\D/g, '')
