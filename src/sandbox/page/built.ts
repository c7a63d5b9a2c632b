import { existsSync, readFileSync } from 'node:fs'
import { PageError } from './page-error.ts'

/** The front end as `npm run build` made it. */
export type Built = { readonly script: Uint8Array; readonly style: Uint8Array }

/** Beside this file in dist/; where this runs from src/, in the dist/ of the same folder. */
const PLACES = ['./client/', '../../../dist/sandbox/page/client/'] as const

/** @throws PageError when nothing is built */
export function readBuilt(): Built {
  const place = PLACES.map((path) => new URL(path, import.meta.url)).find((url) => existsSync(new URL('main.js', url)))
  if (place === undefined) throw new PageError('not_built', 'the page is not built; run: npm run build')
  return { script: readFileSync(new URL('main.js', place)), style: readFileSync(new URL('main.css', place)) }
}

export const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>whyslow: local Slack</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/main.css">
<script type="module" src="/main.js"></script>
</head>
<body><noscript>This page needs JavaScript.</noscript><div id="page"></div></body>
</html>
`

export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#3f0e40"/><path d="M4 4v6a4 4 0 0 0 8 0V4M8 4v5" stroke="#fff" stroke-width="1.6" fill="none" stroke-linecap="round"/></svg>`
