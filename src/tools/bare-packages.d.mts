import type { Plugin } from 'vite'

/** Leaves out of packages what this product never reaches. */
export function barePackages(): Plugin
