import * as z from 'zod'
import { isEmail } from '../text/email.ts'

/** An e-mail address, by the one rule of the sandbox (`isEmail`). */
export const Email = z.string().refine(isEmail, 'expected an e-mail: one @ with text on both sides')
