import type { Conversion } from './convertWorkflow';
import type { Remark } from './types';

/** What a person should read after a conversion: how much was done, and what is left to do. */
export function report({ converted, remarks }: Conversion): string {
	const nodes = `${converted} Postiz node${converted === 1 ? '' : 's'}`;
	const head = converted === 0 ? 'No node was converted.' : `${nodes} converted.`;
	const sections = [
		section('To do by hand', remarks, 'todo'),
		section('To look at', remarks, 'check'),
	].filter((text) => text !== '');
	const tail = sections.length === 0 && converted > 0 ? ['Nothing is left to do.'] : [];
	return `${[head, ...sections, ...tail].join('\n\n')}\n`;
}

function section(title: string, remarks: Remark[], kind: Remark['kind']): string {
	const lines = remarks
		.filter((remark) => remark.kind === kind)
		.map(({ workflow, inside, node, message, advice }) => {
			const holder = inside === undefined ? '' : ` inside “${inside}”`;
			const place = `“${node}”${holder}${workflow === undefined ? '' : ` in “${workflow}”`}`;
			return `- ${place}: ${message}.\n  ${advice}`;
		});
	return lines.length === 0 ? '' : `${title}:\n${lines.join('\n')}`;
}
