export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

let createdIds = 0;

/** An ID that the service gives at a time in ms. */
export const createIdAt = (time: number) =>
	`c${time.toString(36).padStart(8, '0')}${String(createdIds++).padStart(16, '0')}`;
