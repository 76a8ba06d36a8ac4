import { t } from './language/texts.ts'
import type { PageContext } from './page-context.ts'
import { ApiError } from './sandbox/api-error.ts'
import type { Notice } from './sessions.ts'

/** Name of the hidden field that holds the session's CSRF token. */
export const CSRF_FIELD = '_key'

/** Values of a submitted form by field name. */
export type FormValues = Readonly<Record<string, string>>

/** Returns what was submitted; nothing where it is not a form. */
export const submittedForm = ({ req }: PageContext): Promise<Readonly<Record<string, unknown>>> =>
  req.parseBody().catch((error: unknown) => {
    if (error instanceof TypeError) return {}
    throw error
  })

/** Returns the submitted fields as trimmed texts. */
export const formFields = async (context: PageContext): Promise<FormValues> => {
  const body = await submittedForm(context)
  const texts = Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' && name !== CSRF_FIELD ? [[name, value.trim()]] : [],
  )
  return Object.fromEntries(texts)
}

interface ActionOptions {
  /** Where the browser goes afterwards. */
  readonly redirectTo: string
  /** Submitted values, kept for the page when the sandbox refuses. */
  readonly fields?: FormValues
}

/** The notice of a successful action; `redirectTo` replaces the default target. */
type ActionResult = string | (Pick<Notice, 'text'> & Partial<Notice> & { redirectTo?: string })

/**
 * Runs the action of a form, stores its result as the session's notice and redirects with 303. A refusal of
 * the sandbox becomes a notice with the sandbox's own sentences.
 */
export const runAction = async (
  context: PageContext,
  { redirectTo, fields = {} }: ActionOptions,
  action: () => Promise<ActionResult>,
): Promise<Response> => {
  const { session } = context.var
  try {
    const result = await action()
    const { redirectTo: target = redirectTo, ...notice } =
      typeof result === 'string' ? { text: result } : result
    session.notice = { tone: 'good', ...notice }
    return context.redirect(target, 303)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    session.notice = { tone: 'bad', text: error.message, details: error.details, values: fields }
    return context.redirect(redirectTo, 303)
  }
}

/** Parses a number field; returns undefined when empty, throws an `ApiError` when it is not a number. */
export const numberField = (fields: FormValues, name: string): number | undefined => {
  const text = fields[name] ?? ''
  if (text === '') return undefined
  const number = Number(text)
  if (Number.isFinite(number)) return number
  throw new ApiError(400, t('{name}: expected a number, not {text}.', { name, text: JSON.stringify(text) }))
}

/** Returns the text of a field; undefined when it is empty. */
export const optionalField = (fields: FormValues, name: string): string | undefined =>
  fields[name] === '' ? undefined : fields[name]

/** Parses a JSON object; throws an `ApiError` for anything else. */
export const parseJsonObject = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch (error) {
    throw new ApiError(
      400,
      t('Invalid JSON: {reason}', { reason: error instanceof Error ? error.message : '' }),
    )
  }
  throw new ApiError(400, t('Expected one JSON object, { ... }.'))
}
