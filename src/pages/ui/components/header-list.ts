import { html } from 'hono/html'
import type { Markup } from './components.ts'

/** Renders HTTP headers. */
export const headerList = (headers: readonly (readonly string[])[]): Markup =>
  html`<dl class="headers">${headers.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
