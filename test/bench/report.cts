/** What both parts of the measurement of uploads share. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { ServiceAddress } from './mediaService.cjs';

/** How often a size is uploaded. */
export const ROUNDS = 3;

export function median(values: number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** A Markdown table. */
export function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return ['', line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n');
}

/** Seconds that curl takes to upload the file; undefined if there is no curl. */
export async function curlSeconds(
	{ host, apiKey }: ServiceAddress,
	path: string,
): Promise<number | undefined> {
	const parameters = [
		...['-sS', '-o', process.platform === 'win32' ? 'NUL' : '/dev/null'],
		...['-w', '%{http_code} %{time_total}'],
		...['-H', `Authorization: ${apiKey}`, '-H', 'Expect:'],
		...['-F', `file=@${path};type=video/mp4;filename=video.mp4`, `${host}/public/v1/upload`],
	];
	try {
		const { stdout } = await promisify(execFile)('curl', parameters);
		const [status, seconds] = stdout.trim().split(' ');
		if (status !== '201') throw new Error(`curl got status ${status}`);
		return Number(seconds);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	}
}

/** One upload. */
export interface Run {
	seconds: number;
	/** The most resident memory in MB. */
	peak: number;
	curlSeconds?: number;
}

/** All uploads of one size. */
export interface Row {
	megabytes: number;
	/** Resident memory in MB before the first upload, the median of all rounds. */
	before: number;
	runs: Run[];
}

export const peakOf = ({ runs }: Row) => Math.max(...runs.map(({ peak }) => peak));

/** Speed beside curl's; undefined if there is no curl. */
export function speedRatio({ runs }: Row): number | undefined {
	const references = runs.flatMap(({ curlSeconds: seconds }) => seconds ?? []);
	if (references.length === 0) return undefined;
	return median(references) / median(runs.map(({ seconds }) => seconds));
}

/** Memory and speed of each size. */
export function uploadTable(rows: Row[]): string {
	return table(
		['File', 'Memory before', 'Peak', `Over the ${rows[0].megabytes} MB file`, 'Speed', 'To curl'],
		rows.map((row) => {
			const speed = row.megabytes / median(row.runs.map(({ seconds }) => seconds));
			return [
				`${row.megabytes} MB`,
				`${row.before.toFixed(0)} MB`,
				`${peakOf(row).toFixed(0)} MB`,
				`${(peakOf(row) - peakOf(rows[0])).toFixed(0)} MB`,
				`${speed.toFixed(0)} MB/s`,
				speedRatio(row)?.toFixed(2) ?? 'no curl here',
			];
		}),
	);
}
