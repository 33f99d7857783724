# The image of mcptest-action. It needs no BuildKit, and gets its base by argument:
#   docker build --build-arg BASE_IMAGE=python:3.13-slim@sha256:… -t mcptest-action .
ARG BASE_IMAGE=python:3.13-slim

FROM ${BASE_IMAGE} AS builder
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
WORKDIR /build
COPY requirements/build.txt requirements/runtime.txt requirements/
# Neither environment gets a pip of its own; the second one is thrown away with this stage.
RUN python -m venv --without-pip /opt/mcptest && python -m venv --without-pip /opt/build \
  && python -m pip --python /opt/mcptest install --quiet --no-compile --require-hashes -r requirements/runtime.txt \
  && python -m pip --python /opt/build install --quiet --require-hashes -r requirements/build.txt
COPY pyproject.toml README.md LICENSE ./
COPY src src
# PYTHONPATH, which a job sets for its own code, may hold what a pull request has committed: with -I
# our commands do not look there.
# Bytecode that is never compared with its source stays valid whatever a layer does to times.
RUN /opt/build/bin/hatchling build -t wheel \
  && python -m pip --python /opt/mcptest install --quiet --no-compile --no-deps --no-index dist/*.whl \
  && sed -i '1s/$/ -IB/' /opt/mcptest/bin/mcptest /opt/mcptest/bin/mcptest-action \
  && /opt/mcptest/bin/python -m compileall -q -j 0 --invalidation-mode unchecked-hash /opt/mcptest/lib \
  && touch /opt/mcptest/.our-image

FROM ${BASE_IMAGE}
ENV PATH=/opt/mcptest/bin:$PATH HOME=/tmp
COPY --from=builder /opt/mcptest /opt/mcptest
# An image that cannot gate a server is not built. Doing so over both transports also leaves the
# bytecode of the standard library, which the official slim images come without.
RUN mcptest-action --version \
  && mcptest gate --server-command "mcptest mock --preset demo" --out /tmp/check >/dev/null \
  && { mcptest mock --preset demo --http 8080 & } \
  && mcptest gate --server-url http://127.0.0.1:8080/mcp --wait-for-ready 60s --out /tmp/check \
  && rm -rf /tmp/check \
  && mkdir --mode 1777 /work
# After that nothing is written outside --out, so the root file system may be read-only.
ENV PYTHONDONTWRITEBYTECODE=1
ARG BASE_IMAGE
ARG VERSION=0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="mcptest-action" \
      org.opencontainers.image.description="A release gate for MCP servers: artifacts in, one verdict out." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.source="https://github.com/org/mcptest-action" \
      org.opencontainers.image.documentation="https://github.com/org/mcptest-action/blob/main/docs/action.md" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.base.name="${BASE_IMAGE}"
WORKDIR /work
ENTRYPOINT ["mcptest-action"]
