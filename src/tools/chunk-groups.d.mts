export function inGroup(group: 'frame' | 'phone'): (module: string) => boolean
