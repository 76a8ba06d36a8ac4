import { expect, it } from 'vitest'
import { markupText, unescapedMarkup } from './markup.ts'

it('what is escaped is decoded again, without what XML forbids', () => {
  expect(markupText('a <b class="c">\u0007\uD800 & \'d\'')).toBe(
    'a &lt;b class=&quot;c&quot;&gt; &amp; &#39;d&#39;',
  )
  expect(unescapedMarkup(markupText('a <b class="c"> & \'d\''))).toBe('a <b class="c"> & \'d\'')
})

it('an entity is decoded once, and an unknown one stays', () => {
  expect(unescapedMarkup('&amp;lt;&apos;&#10;&constructor;&copy;')).toBe("&lt;'\n&constructor;&copy;")
})
