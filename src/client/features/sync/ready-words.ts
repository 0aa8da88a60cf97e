import { plural, t } from '#client/ui/core/texts.ts'
import type { Readiness } from './readiness.ts'

/** "42 of 42 stops on this phone, storage protected" (offline.md, "Ready to leave"). */
export function readySentence({ stops, total, protected: isProtected }: Readiness): string {
  return [
    total === 0
      ? t('No stops on this phone yet')
      : plural(total, '{{stops}} of {{count}} stop on this phone', '{{stops}} of {{count}} stops on this phone', {
          stops,
        }),
    ...(isProtected === null
      ? []
      : [isProtected ? t('data kept safe') : t('which may delete your work if it fills up')]),
  ].join(', ')
}
