import { isChosen, type Profile } from '../../api/assumptions/profile.ts'
import type { ParameterSpec, ParameterValues } from '../../api/parameters.ts'
import { isEmail } from '../../lib/text/email.ts'
import type { ValidationIssues } from '../domain/validation-issues.ts'

const INT32_MAX = 2_147_483_647

/** Returns whether numbers and booleans may be written in several ways (`common/parameter-spellings`). */
const takesAnySpelling = (profile: Profile): boolean => isChosen(profile, 'common/parameter-spellings', 'any')

/**
 * Parses one parameter; adds an issue and returns undefined when the text is not valid (COM-13,
 * `common/parameter-spellings`).
 */
export const readParameter = (
  issues: ValidationIssues,
  parameter: ParameterSpec,
  text: string,
  profile: Profile,
): ParameterValues[string] => {
  const problem = (sentence: string): undefined => {
    issues.add(parameter.label ?? parameter.name, sentence, 'COM-13', 'errors/keys')
    return undefined
  }
  switch (parameter.kind) {
    case 'text':
      return text
    case 'email':
      return isEmail(text) ? text : problem('Se espera un correo electrónico.')
    case 'date':
      // Whether a day exists does not depend on a time zone, so it is checked here.
      return /^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text)
        ? text
        : problem('Se espera una fecha AAAA-MM-DD.')
    case 'boolean':
      return (takesAnySpelling(profile) ? /^(true|false)$/i : /^(true|false)$/).test(text)
        ? text.toLowerCase() === 'true'
        : problem('Se espera true o false.')
    case 'int32': {
      const { min = -INT32_MAX - 1, max = INT32_MAX } = parameter
      const form = takesAnySpelling(profile) ? /^[+-]?\d{1,10}$/ : /^(?:0|-?[1-9]\d{0,9})$/
      const value = form.test(text) ? Number(text) : Number.NaN
      return value >= min && value <= max
        ? value
        : problem(`Se espera un número entero entre ${min} y ${max}.`)
    }
  }
}

/**
 * Returns the text to parse; a wrong page number may stand for the first page (`inquiries/pagina-minimum`).
 */
const textOf = ({ name }: ParameterSpec, sent: string | null, profile: Profile): string | null => {
  const isNoPage = name === 'pagina' && sent && !(/^\+?\d+$/.test(sent) && Number(sent) > 0)
  return isNoPage && isChosen(profile, 'inquiries/pagina-minimum', 'first-page') ? '1' : sent
}

const EMPTY_QUERY = new URLSearchParams()

const isDay = (text: string): boolean => {
  const parsed = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(text)
}

/**
 * Parses the documented parameters of a query. An empty parameter counts as absent, and of repeated ones the
 * first counts, unless both are issues (`common/query-parameters`). Unknown names may be issues
 * (`common/unknown-members`).
 */
export const readQuery = (
  issues: ValidationIssues,
  parameters: readonly ParameterSpec[],
  query: string,
  profile: Profile,
): ParameterValues => {
  const sent = query === '' ? EMPTY_QUERY : new URLSearchParams(query)
  const refusesForm = isChosen(profile, 'common/query-parameters', '400')
  const values: Record<string, ParameterValues[string]> = {}
  for (const parameter of parameters) {
    if (parameter.in !== 'query') continue
    const text = textOf(parameter, sent.get(parameter.name), profile)
    if (refusesForm && (text === '' || sent.getAll(parameter.name).length > 1)) {
      issues.add(parameter.name, 'Se espera un solo valor, no vacío.', 'common/query-parameters')
    } else if (text) values[parameter.name] = readParameter(issues, parameter, text, profile)
    else if (parameter.required) issues.add(parameter.name, 'Este parámetro es obligatorio.', 'COM-13')
  }
  if (isChosen(profile, 'common/unknown-members', '400')) {
    for (const name of new Set(sent.keys())) {
      if (!parameters.some((parameter) => parameter.in === 'query' && parameter.name === name)) {
        issues.add(name, 'Parámetro desconocido.', 'common/unknown-members')
      }
    }
  }
  return values
}
