import type { MiddlewareHandler } from 'hono'
import { tryGetContext } from 'hono/context-storage'
import { html } from 'hono/html'
import { languageDetector } from 'hono/language'
import { serverSpanish } from '../spanish/server.ts'
import { type SpanishLabel, spanishTexts } from '../spanish/spanish.ts'

/** Languages of the console. */
export const LANGUAGES = { en: 'English', es: 'Español' } as const

/** Code of a language of the console. */
type Language = keyof typeof LANGUAGES

/** Cookie that holds the chosen language. */
export const LANGUAGE_COOKIE = 'playa_language'

const detectLanguage = (order: readonly ('cookie' | 'header')[]): MiddlewareHandler =>
  languageDetector({
    order: [...order],
    lookupCookie: LANGUAGE_COOKIE,
    supportedLanguages: Object.keys(LANGUAGES),
    fallbackLanguage: 'en',
    // Only a choice is kept: the settings of the browser may change.
    caches: false,
  })

const fromCookieOrHeader = detectLanguage(['cookie', 'header'])
const fromCookie = detectLanguage(['cookie'])

/** Longest `Accept-Language` that is read: browsers send fewer than 100 characters. */
const MAX_HEADER_LENGTH = 1_000

/** Finds the language of a request: the cookie, else `Accept-Language`, else English. */
export const requestLanguage: MiddlewareHandler = (context, next) => {
  const { length } = context.req.header('accept-language') ?? ''
  return (length > MAX_HEADER_LENGTH ? fromCookie : fromCookieOrHeader)(context, next)
}

/** A text of the console in English; the compiler accepts only those that have their Spanish. */
export type Label = SpanishLabel

type Markup = ReturnType<typeof html>

/** Returns the language of the page that is being rendered; English outside a request. */
export const pageLanguage = (): Language =>
  tryGetContext<{ Variables: { language: string } }>()?.var.language === 'es' ? 'es' : 'en'

/** Returns a text in the language of the page, with these values in its braces. */
export const t = (label: Label, values: Readonly<Record<string, string | number>> = {}): string =>
  translated(label).replaceAll(PLACEHOLDER, (whole, name) => String(values[name] ?? whole))

/** Returns a text as markup: backticks mark code, and the values in its braces may be markup. */
export const rich = (label: Label, values: Readonly<Record<string, Markup | string | number>> = {}): Markup =>
  html`${translated(label)
    .split('`')
    .map((part, index) => {
      const filled = part
        .split(PLACEHOLDER)
        .map((piece, at) => (at % 2 === 0 ? piece : (values[piece] ?? `{${piece}}`)))
      return index % 2 === 1 ? html`<code>${filled}</code>` : filled
    })}`

/** Renders the attribute of an element that holds English text of the server; nothing on an English page. */
export const englishText = (): Markup | string => (pageLanguage() === 'en' ? '' : html` lang="en"`)

/**
 * Renders a sentence of the server in the language of the page, or marked as English where it has no other.
 */
export const serverText = (text: string, name?: string): Markup | string =>
  pageLanguage() === 'en' ? text : (serverSpanish(text, name) ?? html`<span lang="en">${text}</span>`)

/** Renders a sentence of the described API, which is always in Spanish; marked so on a page in English. */
export const apiText = (text: string): Markup | string =>
  pageLanguage() === 'es' ? text : html`<span lang="es">${text}</span>`

const PLACEHOLDER = /\{(\w+)\}/g

const translated = (label: Label): string => (pageLanguage() === 'es' ? spanishTexts().texts[label] : label)
