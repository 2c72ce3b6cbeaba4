import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ApiRequest, PostizClient } from '../../transport/client';
import { errorDetail } from '../../transport/explain';
import { isCancelled } from '../../transport/pause';
import type { ApiAnswer, Exchange } from '../../transport/types';
import { caughtProblem, Problem, type Explanation } from '../../values/problem';
import { propertiesOf } from '../../values/read';
import { changeOnce } from '../shared/once';
import { toRows } from '../shared/rows';

export const SLIDES = 'image-text-slides';
export const VEO3 = 'veo3';
/** The generators by their value, as people see them. */
export const GENERATORS = { [SLIDES]: 'Slides With Voice', [VEO3]: 'Veo 3' };
export type Generator = keyof typeof GENERATORS;

/** To give up early would lose a video that is paid for, in ms. */
const MAX_WAIT_MS = 60 * 60_000;
const NO_CREDITS = 402;

export interface VideoRequest {
	type: Generator;
	output: string;
	customParams: IDataObject;
}

/** Makes the videos of one execution, one after another (docs/api.md, Videos). */
export class VideoMaker {
	/** The answer that there are no credits, which holds for the items after as well. */
	private refusal?: Exchange;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: PostizClient,
		/** The videos that the tries of a run made, by the index of the item. */
		private readonly made: Map<number, IDataObject[]>,
	) {}

	/** Asks once, and never again: each request may cost credits. Throws {@link Problem}. */
	async make(itemIndex: number, body: VideoRequest): Promise<void> {
		try {
			const ask = async () => await this.ask(body);
			this.made.set(itemIndex, await changeOnce(this.context, itemIndex, ask));
		} catch (error) {
			const { message, description, httpCode } = caughtProblem(error);
			throw new Problem(message, description + this.describeMade(), { httpCode });
		}
	}

	private async ask(body: VideoRequest): Promise<IDataObject[]> {
		if (isCancelled(this.context)) {
			throw new Problem(
				'The execution was cancelled before the video was made',
				'Run the workflow again.',
			);
		}
		const request: ApiRequest = {
			method: 'POST',
			path: '/generate-video',
			body,
			timeout: MAX_WAIT_MS,
			explain: (answer) => explainRefusal(answer, body.type),
		};
		const exchange = this.refusal ?? (await this.client.exchange(request));
		if (exchange.kind === 'unknown') {
			throw unclear(
				isCancelled(this.context)
					? 'The execution was cancelled while the video was made'
					: 'The connection to Postiz was lost while the video was made',
			);
		}
		if (exchange.kind === 'answer' && exchange.answer.status === NO_CREDITS) {
			this.refusal = exchange;
		}
		const videos = toRows(this.client.bodyOf<unknown>(exchange, request));
		if (videos.length > 0 && videos.every(isUploadedFile)) return videos;
		throw unclear("Postiz didn't return the address of the video");
	}

	// If one item fails and ends the execution, n8n outputs nothing of the items before.
	private describeMade(): string {
		const paths = [...this.made.values()].flat().map(({ path }) => path);
		return paths.length > 0
			? ` The videos of the items before are kept under Media in Postiz: ${paths.join(', ')}`
			: '';
	}
}

const isUploadedFile = ({ id, path }: IDataObject) =>
	[id, path].every((value) => typeof value === 'string' && value !== '');

const UNCLEAR =
	"The video may exist or still be created, and its credits may be used. Check Media in Postiz before you run this again; the node didn't request it again.";

const unclear = (message: string) => new Problem(message, UNCLEAR, { isUnclear: true });

const NO_GENERATOR = /^type must be any of:?\s*(.*)$/i;

function explainRefusal({ status, body }: ApiAnswer, type: Generator): Explanation | undefined {
	const detail = errorDetail(body);
	const others = status === 400 ? NO_GENERATOR.exec(detail)?.[1]?.trim() : undefined;
	if (others !== undefined) {
		return {
			message: `This Postiz instance doesn't make videos of the type ${GENERATORS[type]}`,
			description: others
				? `Nothing was created. It has: ${others}. Choose another Type, or set up what this one needs on the instance.`
				: 'Nothing was created. No video generator is set up on the instance.',
		};
	}
	const quoted = detail && ` Postiz says: “${detail}”`;
	if (status === NO_CREDITS) {
		const { url } = propertiesOf(body);
		const page = typeof url === 'string' && /^https?:\/\//i.test(url) ? url : undefined;
		return {
			message: 'Postiz has no credits left for this video, or the plan includes none',
			description: `Nothing was created. See ${page ?? 'Billing in Postiz'} for the plan and its credits.${quoted}`,
		};
	}
	if (status >= 500) {
		return {
			message: `Postiz failed while the video was made (status ${status})`,
			description: `${UNCLEAR}${quoted}`,
			isUnclear: true,
		};
	}
	return undefined;
}
