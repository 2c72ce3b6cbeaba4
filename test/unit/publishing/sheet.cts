/** Rows of a sheet, and a calendar in which their steps are carried out. */
import { postOf, REACH_MS } from '../../../nodes/Postiz/publishing/reconcile';
import type { Calendar, Step, There, Wanted } from '../../../nodes/Postiz/publishing/shapes';

export const HOUR = 3_600_000;
export const START = Date.parse('2099-03-01T10:00:00Z');

/** A row of a sheet. Files of the same first letter have the same bytes; those of `u` cannot be read. */
export interface Row {
	channel: string;
	/** In hours from the start; null for now. */
	at: number | null;
	text: string;
	parts: number;
	file: string;
	rest: string;
	isDraft: boolean;
	again: boolean;
	id: string;
}
export function wantedOf(rows: Row[], isByRow: boolean, now: number): Wanted[] {
	return rows.map((one, index) => {
		const time = one.at === null ? now : START + one.at * HOUR;
		const file = one.file === '' ? [] : [one.file];
		return {
			item: { index, postsAgain: one.again && !isByRow, rowId: isByRow ? one.id : undefined },
			target: { id: one.channel },
			key: {
				when: one.at === null ? null : new Date(time).toISOString().slice(0, 16),
				text: `${one.text}/${one.parts}`,
				...{ files: one.file, rest: one.rest, isDraft: one.isDraft },
				row: isByRow ? one.id : null,
			},
			...{ look: one.text, time },
			parts: Array.from({ length: one.parts }, (_, part) => ({ files: part === 0 ? file : [] })),
		} as unknown as Wanted;
	});
}

const fileOf = ({ key }: Wanted) => key.files;
export const filesOf: Calendar['filesOf'] = (one, { paths: [path = ''] }) => {
	const file = fileOf(one);
	if (file === '' || path === '') return file === path ? 'same' : 'other';
	if (file.startsWith('u') || path.startsWith('u')) return 'unknown';
	return file[0] === path[0] ? 'same' : 'other';
};

export const words = (step: Step, steps: Step[]) => {
	const { do: what } = step;
	if (what === 'same') return `same as ${steps.findIndex(({ wanted }) => wanted === step.sameAs)}`;
	const beside = what === 'create' && step.beside ? `beside ${step.beside.id}` : undefined;
	const refusal = what === 'refuse' ? step.refusal : undefined;
	const changed = what === 'change' ? step.changed.join() : undefined;
	return [what, refusal, changed, beside, postOf(step)?.id].filter(Boolean).join(' ');
};

/** A calendar in which the steps of runs are carried out. */
export class Life {
	posts: There[] = [];
	now = START;
	made = 0;

	constructor(private readonly keepsKeys: boolean) {}

	/** What the node sees now. */
	get calendar(): Calendar {
		const { posts, keepsKeys, now } = this;
		const rounds = { wasOther: () => false, wasSaid: () => false };
		return { posts, keepsKeys, now, reach: REACH_MS, filesOf, rounds };
	}

	advance(hours: number): void {
		this.now += hours * HOUR;
		for (const post of this.posts) {
			post.age += hours * HOUR;
			if (post.state === 'QUEUE' && post.time <= this.now) post.state = 'PUBLISHED';
		}
	}

	carryOut(steps: Step[]): void {
		for (const step of steps) {
			const { do: what } = step;
			const { key, target, parts, look, time } = step.wanted;
			const own = { ...key, id: `k${(this.made += 1)}`, parts: parts.length };
			const state = key.isDraft ? 'DRAFT' : 'QUEUE';
			const paths = parts.flatMap(({ files }) => files as unknown as string[]);
			const content = { look, paths, files: paths.length, parts: parts.length };
			if (what === 'create')
				this.posts.push({
					...{ id: String(this.made), channelId: target.id, content: look, ...content, time },
					...{ state, isUnsure: false, isDead: false, age: 0, isEdited: false },
					key: this.keepsKeys ? own : undefined,
				});
			if (what === 'change') {
				const { post, changed } = step;
				Object.assign(post, {
					...((changed.includes('text') || changed.includes('files')) && content),
					...(changed.includes('when') && { time }),
					...(changed.includes('isDraft') && { state }),
					...(post.isDead && { isDead: false, state }),
					key: own,
				});
			}
		}
	}
}
