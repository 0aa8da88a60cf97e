import type { Plugin } from 'vite'

/** Removes parts of packages that this product never uses. */
export function barePackages(): Plugin
