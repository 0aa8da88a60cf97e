import { expect, test } from 'vitest'
import { policy } from '#client/app/trusted-types.ts'

test('Generated style sheets are allowed, HTML made from text is not', () => {
  expect(policy.createHTML(':root{--br-go:#0b5d3b}')).toBe(':root{--br-go:#0b5d3b}')
  expect(() => policy.createHTML('<img src=x onerror=alert(1)>')).toThrow(TypeError)
})

test('Only our service worker and our hashed workers may be started', () => {
  for (const ours of [
    '/sw.js',
    '/assets/compress-worker-nWS0znzL.js',
    '/assets/journal-worker-BklmRM22.js',
    '/assets/maplibre-gl-worker-CZtFQQIV.mjs',
  ])
    expect(policy.createScriptURL(ours)).toBe(ours)
  for (const foreign of [
    'https://cdn.example/worker.js',
    '/assets/index-1.js',
    'https://cdn.example/assets/journal-worker-BklmRM22.js',
    '//evil.example/sw.js',
    'data:text/javascript,1',
    '/v1/photos/worker.js',
  ]) {
    expect(() => policy.createScriptURL(foreign), foreign).toThrow(TypeError)
  }
})
