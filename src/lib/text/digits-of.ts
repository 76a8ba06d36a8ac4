/** Returns the digits of a phone, because its spelling in responses is open. */
export const digitsOf = (phone: unknown): string => String(phone ?? '').replace(/\D/g, '')
