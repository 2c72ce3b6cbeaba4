import type { TextCase } from '../../service/recorded/posts.cjs';
import { segment } from '../../service/client.cjs';
import { differs } from '../compare.cjs';
import { FILES } from '../files.cjs';
import type { Channel, Instance } from '../instance.cjs';
import { inGroups, itemFor, marked, onFirst, PLAIN_NETWORKS, recordedCases } from '../items.cjs';
import { sendUnchecked } from '../sending.cjs';
import type { AreaPlan } from '../types.cjs';

/** As many parts as the thread of a test post has. */
const PARTS = 24;

/** Recorded contents, sent untouched in threads of one post each: what is stored of each. */
export function planTexts(instance: Instance): AreaPlan {
	const all = recordedCases<TextCase>('texts.json');
	const groups = inGroups(all, PARTS);
	const run = async (channel: Channel) => {
		// With a picture, as a text that is nothing but a tag is none.
		const posts = groups.map((group) =>
			itemFor(channel, {}, [marked(), ...group.map(({ sent }) => segment(sent, [FILES.png]))]),
		);
		const { sent } = await sendUnchecked(instance, posts);
		const kept = await instance.read(sent.flatMap(({ postId }) => postId ?? []));
		return groups.flatMap((group, place) => {
			const { postId = '', problem } = sent[place];
			const parts = kept.get(postId)?.parts;
			const isCleaned = instance.release.has('cleanedTexts');
			return group.map(({ sent: text, stored }, index) =>
				parts?.[index + 1]
					? differs('what is stored', parts[index + 1].content, isCleaned ? stored : text)
					: (problem ?? 'the part is not there'),
			);
		});
	};
	const names = all.map(({ sent }) => JSON.stringify(sent));
	return onFirst(instance, PLAIN_NETWORKS, 'all texts', (channel) => [
		{ names, requests: 1, run: async () => await run(channel) },
	]);
}
