import type { IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../../common/problem';
import { toObject } from '../../common/value';
import { shouldContinueOnError } from '../../execution/nodeContext';
import type { FieldSpec } from '../../form/fieldSpec';
import { OPTIONS } from '../../posts/form/publishOptions';
import type { RunOptions } from '../../posts/run/runOptions';
import { readOptions } from './readOptions';

/** Reads the options that apply to the whole run, from the first of these items. Throws {@link Problem}. */
export function readRunOptions(context: IExecuteFunctions, itemIndexes: number[]): RunOptions {
	const previewsOnly = readPreviewOnly(context, itemIndexes);
	const [first = 0] = itemIndexes;
	return {
		includesInputFields: readOption(context, first, OPTIONS.includeInputFields),
		waitAtLimitMs: readOption(context, first, OPTIONS.waitAtLimit),
		previewsOnly,
		continuesOnError: previewsOnly || shouldContinueOnError(context),
		...(previewsOnly && {
			page: {
				title: readOption(context, first, OPTIONS.previewTitle),
				isForClient: readOption(context, first, OPTIONS.previewForClient),
				approvalLink: readOption(context, first, OPTIONS.approvalLink),
			},
		}),
	};
}

/** Reads an option, even if other options of the item are invalid. */
function readOption<T>(
	context: IExecuteFunctions,
	itemIndex: number,
	{ property: { name }, read }: FieldSpec<T>,
): T {
	const { options } = context.getNode().parameters;
	if (typeof options === 'string') return read(readOptions(context, itemIndex));
	const isAdded = Object.hasOwn(toObject(options), name);
	return read(isAdded ? { [name]: context.getNodeParameter(`options.${name}`, itemIndex) } : {});
}

/** Reads Preview Only. Throws {@link Problem} if its expression would preview some items and send others. */
function readPreviewOnly(context: IExecuteFunctions, itemIndexes: number[]): boolean {
	const [first, ...others] = itemIndexes.map((itemIndex) =>
		readOption(context, itemIndex, OPTIONS.previewOnly),
	);
	if (others.every((chosen) => chosen === first)) return first ?? false;
	throw new Problem(
		'Preview Only differs between items',
		'Set it to the same value for all items.',
	);
}
