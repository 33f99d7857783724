"""What a server offers: tools, resources, templates, prompts, and what it says about itself."""
