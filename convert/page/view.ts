import { tryJson } from '../../nodes/Postiz/values/read';
import { convertWorkflow } from '../convertWorkflow';
import { asObject, type Conversion, type Kind, type Where } from '../types';

/** What a person gave: the text that was pasted, or that of a file with its name. */
export interface Source {
	name?: string;
	text: string;
}

/** A sentence, the nodes that it is about, and what to do. */
export interface Point {
	where?: string;
	message: string;
	advice?: string;
}

/** What the page shows of a conversion. */
export interface View {
	summary: string;
	/** The workflows to copy or to download. */
	files: Source[];
	/** What is to be done, in this order. */
	steps: Point[];
	/** What works, but not quite as before. */
	looks: Point[];
}

/** So many nodes are named that have the same to do. */
const MAX_NAMES = 6;

const HOW_TO_COPY =
	'In n8n, select all nodes (Ctrl+A) and copy them (Ctrl+C), then paste them here.';

const NOTHING = 'There is nothing to convert: no node in it publishes in a way that is known here.';

/** What there is to see; a problem is a sentence for people. */
export type Seen = { view?: View; problem?: string };

/** What becomes of these workflows, or why nothing does, as sentences for people. */
export function look(sources: Source[]): Seen {
	try {
		const given = sources.map(({ text }) => tryJson(text.replace(/^\uFEFF/, '')));
		const wrong = given.indexOf(undefined);
		if (wrong !== -1) {
			const name = sources[wrong]?.name ?? 'This';
			return { problem: `${name} is not an n8n workflow: it is not valid JSON. ${HOW_TO_COPY}` };
		}
		const conversion = convertWorkflow(given);
		const hasCalls = conversion.calls.length > 0;
		return hasCalls ? { view: viewOf(sources, conversion) } : { problem: NOTHING };
	} catch (error) {
		return { problem: `This cannot be converted: ${(error as Error).message}.` };
	}
}

function viewOf(sources: Source[], conversion: Conversion): View {
	const { changes, converted, workflows } = conversion;
	const isSingle = new Set(conversion.calls.map(({ workflow }) => workflow)).size < 2;
	const nameOf = ({ node, workflow }: Where) =>
		isSingle || workflow === undefined ? node : `${node} in ${workflow}`;
	const named = (places: Where[]) => {
		const names = [...new Set(places.map(nameOf))];
		const more = names.length - MAX_NAMES;
		return more > 1 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more` : names.join(', ');
	};
	const pointsOf = (kind: Kind) => pointsIn(conversion, kind, named);
	const isOpen = converted > 0;
	return {
		summary: summaryOf(conversion),
		files: isOpen
			? (workflows as unknown[]).map((workflow, index) => ({
					name: fileName(sources[index], workflow),
					text: JSON.stringify(workflow, null, 2),
				}))
			: [],
		steps: [
			...(isOpen ? [PASTE] : []),
			...pointsOf('setup'),
			...pointsOf('todo'),
			...(isOpen ? [TRY] : []),
		],
		looks: [
			...pointsOf('check'),
			...changes.map((change) => ({
				where: named([change]),
				message: `${change.before} is now ${change.after}`,
			})),
		],
	};
}

function fileName(source: Source | undefined, workflow: unknown): string {
	const stem = source?.name?.replace(/\.json$/i, '') ?? asObject(workflow).name ?? 'workflow';
	return `${String(stem)} (Postiz).json`;
}

const PASTE: Point = {
	message: 'In n8n, open a new workflow and paste the copied one (Ctrl+V)',
	advice:
		'The Postiz node has to be installed: Settings > Community nodes, n8n-nodes-postiz-publisher.',
};

const TRY: Point = {
	message: 'Try it out, then switch the old workflow off and the new one on',
	advice: 'Never leave both on: each would publish.',
};

function summaryOf({ calls, converted }: Conversion): string {
	const amountOf = (wanted: string) => calls.filter(({ outcome }) => outcome === wanted).length;
	const [todo, left] = [amountOf('todo'), amountOf('left')];
	const parts = [
		converted > 0 && `${converted} ${converted === 1 ? 'node' : 'nodes'} converted`,
		todo > 0 && `${todo} of them with something to do by hand`,
		left > 0 && `${left} left as ${left === 1 ? 'it is' : 'they are'}`,
	];
	return `${parts.filter(Boolean).join(', ')}.`;
}

/** Remarks that say the same are one point, with all of their nodes. */
function pointsIn(
	{ remarks }: Conversion,
	kind: Kind,
	named: (places: Where[]) => string,
): Point[] {
	const alike = new Map<string, Where[]>();
	const own = remarks.filter((remark) => remark.kind === kind);
	for (const { message, advice, ...where } of own) {
		const key = JSON.stringify([message, advice]);
		alike.set(key, [...(alike.get(key) ?? []), where]);
	}
	return [...alike].map(([key, places]) => {
		const [message = '', advice] = JSON.parse(key) as string[];
		return { where: named(places), message, advice };
	});
}
