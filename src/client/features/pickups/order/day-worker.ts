import { type TimeAsked, timeOfDay } from './time-of-day.ts'

/** The first date that a browser formats takes a slow phone 200 ms, in which the page would not answer a tap. */
addEventListener('message', ({ data }: MessageEvent<TimeAsked>) => postMessage(timeOfDay(data)))
