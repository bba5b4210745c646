# shellcheck shell=bash
# The image of the Toxiproxy server in dev.threeledger.wire.toxiproxy: sourced by build.
image=threeledger-test/toxiproxy:2.12.0
writable=(tmp)

classes=$target/classes
server=dev/threeledger/wire/toxiproxy
[ -d "$classes/$server" ] || fail "no $classes/$server: run mvn package first"
libraries=()
for name in jackson-core jackson-databind jackson-annotations slf4j-api; do
  found=$(library "$name")
  libraries+=("$found")
done
jdk=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")}

inputs() {
  (cd "$classes" && find "$server" -type f | sort | xargs sha256sum)
  sha256sum "${libraries[@]}" | cut -d ' ' -f 1
  "$jdk/bin/java" -version 2>&1
}

make_root() { # root
  local root=$1 home=$1/opt/toxiproxy
  mkdir -p "$home" "$root/etc" "$work/main"
  "$jdk/bin/javac" -d "$work/main" -cp "$classes" "$here/toxiproxy/ToxiproxyMain.java"
  "$jdk/bin/jar" -cf "$home/server.jar" -C "$work/main" . -C "$classes" "$server"
  cp "${libraries[@]}" "$home/"
  "$jdk/bin/jlink" --add-modules java.base,jdk.httpserver --strip-debug --no-header-files --no-man-pages --output "$root/opt/java" ||
    { rm -rf "$root/opt/java" && cp -rL "$jdk" "$root/opt/java" && rm -rf "$root/opt/java"/{jmods,include,man,docs}; } # a JDK without jlink's modules
  "$root/opt/java/bin/java" -Xshare:dump >/dev/null 2>&1 || true # starts faster with it
  find "$root/opt/java" -type f \( -name '*.so' -o -path '*/bin/*' \) -print0 |
    while IFS= read -r -d '' file; do host_libraries "$root" "$root/opt/java" "$file"; done
  printf 'root:x:0:0::/:/\ntoxiproxy:x:999:999::/:/\n' >"$root/etc/passwd"
}
