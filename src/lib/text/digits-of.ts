/** Returns the digits of a phone, because its spelling in answers is open. */
export const digitsOf = (phone: unknown): string => String(phone ?? '').replace(/\D/g, '')
