import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isAgentTool } from '../../execution/nodeContext';
import { contentFormatSpec } from '../../posts/form/postFields';
import type { TextFormat } from '../../text/content';

/** Reads Text Format from its collection. The default for models is Markdown. */
export function readTextFormat(context: IExecuteFunctions, values: IDataObject): TextFormat {
	const format = contentFormatSpec.read(values);
	return format === 'automatic' && isAgentTool(context) ? 'model' : format;
}
