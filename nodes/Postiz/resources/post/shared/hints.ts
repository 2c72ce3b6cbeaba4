import type { IExecuteFunctions } from 'n8n-workflow';

import type { NewPost } from '../../../publishing/deliver/requests';
import { placeOf } from '../../../publishing/check/fetchable';
import { describeNotes } from '../../../publishing/check/postProblems';
import { joinFitting } from '../../../values/lists';
import { quote } from '../../../values/problem';
import { reachOf } from '../../../values/webAddress';
import { addHint } from '../../shared/operation';

/** Adds a hint about tags that the service doesn't know, if any. */
export function addMissingTagsHint(context: IExecuteFunctions, labels: string[]): void {
	if (labels.length === 0) return;
	const names = [...new Set(labels)].map(quote).join(', ');
	addHint(
		context,
		`Postiz has no tag ${names}: it keeps only tags that exist there, in the same spelling. Create it in Postiz, or correct Tags.`,
	);
}

/** Adds a hint about what may not be published of these posts, if anything. */
export function addNotesHint(
	context: IExecuteFunctions,
	posts: Parameters<typeof describeNotes>[0],
): void {
	const [first, ...others] = describeNotes(posts);
	if (first === undefined) return;
	const { text, left } = joinFitting([first, ...others], '; ', MAX_NOTES);
	addHint(context, left > 0 ? `${text}; and ${left} more.` : `${text}.`);
}

/** In characters. */
const MAX_NOTES = 400;

/** Adds a hint about files that networks must fetch themselves, but may not reach (docs/api.md, Files of a post). */
export function addUnfetchableHint(
	context: IExecuteFunctions,
	posts: Array<Pick<NewPost, 'target' | 'payload'>>,
): void {
	for (const reach of ['never', 'perhaps'] as const) {
		const networks = new Set<string>();
		const places = new Set<string>();
		for (const { target, payload } of posts) {
			if (!target.provider?.fetchesFiles) continue;
			for (const { path } of payload.value.flatMap(({ image }) => image)) {
				if (reachOf(path) !== reach) continue;
				networks.add(target.provider.displayName);
				places.add(placeOf(path));
			}
		}
		if (networks.size === 0) continue;
		const what = `Files at ${[...places].join(', ')} ${reach === 'never' ? 'cannot' : 'may not'} be reached by ${[...networks].join(', ')}`;
		const why = `${what}: posts with them ${reach === 'never' ? 'will' : 'may'} fail. Use files at public https:// addresses.`;
		addHint(
			context,
			`${why} If Postiz keeps its uploads there, give your instance such an address.`,
			why,
		);
	}
}
