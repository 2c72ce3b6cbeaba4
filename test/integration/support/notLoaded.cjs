/** Stands for modules that n8n-core loads and no test uses: see jest.config.cjs. */
module.exports = {
	/** Of @langchain/core/tools: n8n-core has a class of its own that extends it. */
	BaseToolkit: class {},
};
