import type { Plugin } from 'vite'

export function isScripted(file: string): boolean
export function startScripts(): Plugin[]
