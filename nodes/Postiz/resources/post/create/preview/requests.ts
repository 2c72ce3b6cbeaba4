import type { MediaFile } from '../../../../media/mediaFile';
import { filesOfPost, toPayload, toRequests, withKey } from '../../../../publishing/requests';
import type { Step } from '../../../../publishing/shapes';

/** Has a typical length, as it affects how many posts fit into a request. */
const USUAL_REFERENCE = {
	id: 'x'.repeat(36),
	path: `https://${'x'.repeat(62)}.example/${'x'.repeat(20)}.png`,
};

const referenceOf = ({ reference = USUAL_REFERENCE }: MediaFile) => reference;

/** The number of requests that these posts take, at most: free slots may be at the same time. */
export function countRequests(steps: Step[]): number {
	const posts = steps.map((step) => {
		const { wanted } = step;
		const { type, ...shared } = wanted.item.shared;
		const references = new Map(filesOfPost(wanted).map((file) => [file, referenceOf(file)]));
		const payload = withKey(toPayload(wanted, references), wanted.key);
		return {
			step,
			payload,
			shared: { ...shared, type: type === 'nextSlot' ? ('schedule' as const) : type },
		};
	});
	const isForSlot = ({ step }: (typeof posts)[number]) =>
		step.wanted.item.shared.type === 'nextSlot';
	const dated = posts.filter((post) => !isForSlot(post));
	return toRequests(dated).length + (posts.length - dated.length);
}
