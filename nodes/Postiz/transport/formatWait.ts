import { formatCount } from '../common/text';

/** Formats a waiting time in seconds: `45 seconds`, `12 minutes`, `1 hour`. */
export function formatWait(seconds: number): string {
	if (seconds < 60) return formatCount(seconds, 'second');
	if (seconds < 3600) return formatCount(Math.ceil(seconds / 60), 'minute');
	return formatCount(Math.ceil(seconds / 360) / 10, 'hour');
}
